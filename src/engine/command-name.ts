// Paths that stand for a command of the box.

/** `/bin/ls` and `/usr/bin/ls` mean the command `ls`. */
export function commandName(name: string): string {
  return name.startsWith("/") ? name.replace(/^\/(usr\/(local\/)?)?bin\//, "") : name;
}

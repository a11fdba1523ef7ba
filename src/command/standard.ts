// Names that a model knows from every Unix: the tool's description lists them without a word about each.

/** POSIX.1-2024 utilities and builtins, GNU coreutils, and what every distribution carries beside them. */
export const STANDARD_NAMES: ReadonlySet<string> = new Set(
  `. : [ alias awk bash builtin caller command disown enable logout readarray sh suspend times base32 base64 basename bc bg break bzip2 cal cat cd chgrp chmod chown cksum clear cmp column comm
  continue cp curl cut date dd df diff dirname du echo ed egrep env eval exec exit expand export expr factor false fg
  fgrep file find fmt fold getopts grep gunzip gzip hash head help hexdump history hostname iconv id install jobs join
  jq kill less ln local logname ls md5sum mkdir mktemp more mv nl nohup nproc numfmt od paste patch pathchk printenv
  printf pwd read readlink readonly realpath return rev rg rm rmdir sed seq set sha1sum sha256sum sha512sum shasum shift
  shopt shuf sleep sort source split stat strings sum sync tac tail tar tee test time timeout touch tr trap tree true
  truncate tsort type typeset ulimit umask unalias uname unexpand uniq unlink unset unzip uuidgen wait wc wget which
  whoami xargs xxd yes zcat zip declare dirs popd pushd let mapfile`.split(/\s+/),
);

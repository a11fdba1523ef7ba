// The variables that the interpreter looks at: what reading and assigning them does.

import { AwkArray } from "./array.ts";
import { setRecordSeparator, splittingFor } from "./fields.ts";
import type { Machine } from "./machine.ts";
import { isTrue, scalarOnly, type Value } from "./value.ts";

export function getSpecial(machine: Machine, name: string): () => Value {
  switch (name) {
    case "NF":
      return () => machine.row.fieldCount;
    case "NR":
      return () => machine.nr;
    case "FNR":
      return () => machine.fnr;
    case "RT":
      return () => machine.lastReader?.terminator() ?? "";
    default: {
      const { specials } = machine;
      return () => specials.get(name);
    }
  }
}

export function setSpecial(machine: Machine, name: string): (value: Value) => void {
  const { specials } = machine;
  const assign = setter(machine, name);
  return (value) => {
    if (value instanceof AwkArray) scalarOnly();
    specials.set(name, value);
    assign(value);
  };
}

function setter(machine: Machine, name: string): (value: Value) => void {
  switch (name) {
    case "NF":
      return (value) => machine.row.setFieldCount(Math.max(0, Math.trunc(machine.number(value))));
    case "NR":
      return (value) => {
        machine.nr = machine.number(value);
      };
    case "FNR":
      return (value) => {
        machine.fnr = machine.number(value);
      };
    case "OFS":
      return (value) => {
        machine.row.settle();
        machine.ofs = machine.text(value);
        machine.row.ofs = machine.ofs;
      };
    case "ORS":
      return (value) => {
        machine.ors = machine.text(value);
      };
    case "SUBSEP":
      return (value) => {
        machine.subsep = machine.text(value);
      };
    case "CONVFMT":
      return (value) => {
        machine.convfmt = machine.text(value);
      };
    case "OFMT":
      return (value) => {
        machine.ofmt = machine.text(value);
      };
    case "FS":
    case "FPAT":
    case "FIELDWIDTHS":
      return () => {
        machine.splitBy = name;
        resplit(machine);
      };
    case "RS":
      return () => {
        setRecordSeparator(machine);
        resplit(machine);
      };
    case "IGNORECASE":
      return (value) => {
        machine.regexes.ignoreCase = isTrue(value);
        setRecordSeparator(machine);
        resplit(machine);
      };
    default:
      return () => undefined;
  }
}

function resplit(machine: Machine): void {
  machine.row.finish();
  machine.row.splitting = splittingFor(machine);
}

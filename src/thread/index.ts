// The thread layer's public face: programs that cannot be interrupted from inside run in a thread that can be ended.
export { type JqRun, runJq } from "./jq.ts";
export { runSql, type SqlAnswer, SqlError, type SqlRun, type SqlTable, type SqlValue } from "./sql.ts";
export { ThreadError } from "./thread.ts";

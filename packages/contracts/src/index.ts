export * from "./abilities.ts";
export * from "./endpoint.ts";
export * from "./errors.ts";
export * from "./realtime.ts";
export * from "./shared.ts";

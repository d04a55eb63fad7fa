export * from "./channels.ts";
export * from "./companies.ts";
export * from "./contacts.ts";
export * from "./conversations.ts";
export * from "./ingress.ts";
export * from "./platform.ts";
export * from "./sending.ts";
export * from "./users.ts";

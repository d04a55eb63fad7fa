import type { JobDefinition, ScheduleDefinition } from "./jobs/define.ts";

/** Every job of the product. Boot fails when one is missing or doubled. */
export const jobDefinitions: readonly JobDefinition<never>[] = [];

/** Everything that runs by the clock. */
export const schedules: readonly ScheduleDefinition[] = [];

import { CronExpressionParser } from "cron-parser";
import { sql } from "drizzle-orm";
import type { Pool } from "pg";
import { NIL, v7 as uuidv7 } from "uuid";
import type { Deps } from "../context.ts";
import type { Db } from "../db/client.ts";
import type { RealtimeBus } from "../realtime/bus.ts";
import {
	type JobDefinition,
	JobFailed,
	JobPostponed,
	type QueueName,
	queueNames,
	type ScheduleDefinition,
} from "./define.ts";
import * as statements from "./statements.ts";

export type EnqueueOptions = {
	companyId?: string;
	/** 0 runs before 10, the default. */
	priority?: number;
	runAt?: Date;
	/** While an unfinished job has this key, another one is not added. */
	uniqueKey?: string;
};

export type JobQueue = {
	/** Adds a job in the transaction of the fact that causes it. */
	enqueue: <I>(
		db: Db,
		job: JobDefinition<I>,
		input: I,
		options?: EnqueueOptions,
	) => Promise<void>;
	/** Wakes the workers of a queue, here and in other processes; call it after the commit. */
	wake: (queue: QueueName) => void;
	start: (deps: Deps) => void;
	/** Stops claiming, waits for what runs (at most `graceMs`), and hands back the rest. */
	stop: (graceMs?: number) => Promise<void>;
	/** Runs everything that is due until nothing is; for tests. */
	drain: (deps: Deps) => Promise<void>;
};

type Claimed = statements.ClaimedJob;

const workersOf: Record<QueueName, number> = {
	standard: 8,
	media: 6,
	mail: 4,
	maintenance: 2,
};
const POLL_MS = 1000;
const DEFAULT_TIMEOUT_SECONDS = 60;

const indexByName = (definitions: readonly JobDefinition<never>[]) => {
	const byName = new Map<string, JobDefinition<never>>();
	for (const definition of definitions) {
		if (byName.has(definition.name))
			throw new Error(`Two jobs are named ${definition.name}`);
		byName.set(definition.name, definition);
	}
	return byName;
};

/** The job engine: rows of `jobs` claimed in batches, leased, retried and finished, fair between companies. */
export const createJobQueue = (options: {
	pool: Pool;
	bus: RealtimeBus;
	definitions: readonly JobDefinition<never>[];
	schedules: readonly ScheduleDefinition[];
	processId: string;
}): JobQueue => {
	const { pool, bus, processId } = options;
	const byName = indexByName(options.definitions);
	for (const schedule of options.schedules) {
		if (!byName.has(schedule.job.name))
			throw new Error(`Schedule ${schedule.name} names an unknown job`);
	}
	const running = new Map<QueueName, Set<Promise<void>>>(
		queueNames.map((name) => [name, new Set()]),
	);
	const abort = new AbortController();
	const timers: NodeJS.Timeout[] = [];
	const claiming = new Set<QueueName>();
	let stopped = true;

	const settle = async (deps: Deps, job: Claimed, error: unknown) => {
		const definition = byName.get(job.name);
		if (error === null) return statements.complete(pool, processId, job.id);
		if (error instanceof JobPostponed)
			return statements.postpone(pool, processId, job.id, error.seconds);
		const message = error instanceof Error ? error.message : String(error);
		const wait =
			error instanceof JobFailed
				? undefined
				: definition?.retrySeconds[job.attempts - 1];
		deps.log.warn(
			{
				job: job.name,
				jobId: job.id,
				attempt: job.attempts,
				err: error,
				final: wait === undefined,
			},
			"job failed",
		);
		return wait === undefined
			? statements.fail(pool, processId, job.id, message)
			: statements.retry(pool, processId, job.id, message, wait);
	};

	const run = async (deps: Deps, job: Claimed): Promise<void> => {
		const definition = byName.get(job.name);
		const seconds = definition?.timeoutSeconds ?? DEFAULT_TIMEOUT_SECONDS;
		const signal = AbortSignal.any([
			abort.signal,
			AbortSignal.timeout(seconds * 1000),
		]);
		let error: unknown = null;
		try {
			if (!definition) throw new JobFailed(`No job is named ${job.name}`);
			const input = definition.input.parse(job.input);
			await definition.run(deps, input, {
				id: job.id,
				companyId: job.company_id,
				attempt: job.attempts,
				signal,
			});
		} catch (thrown) {
			error = thrown;
		}
		await settle(deps, job, error);
	};

	const leaseSeconds = (queue: QueueName) =>
		Math.max(
			...[...byName.values()]
				.filter((d) => d.queue === queue)
				.map((d) => d.timeoutSeconds ?? DEFAULT_TIMEOUT_SECONDS),
			DEFAULT_TIMEOUT_SECONDS,
		) + 15;

	const pump = async (deps: Deps, queue: QueueName): Promise<void> => {
		const active = running.get(queue);
		if (stopped || !active || claiming.has(queue)) return;
		claiming.add(queue);
		try {
			for (;;) {
				const room = workersOf[queue] - active.size;
				if (stopped || room <= 0) return;
				const claimed = await statements.claim(
					pool,
					processId,
					queue,
					room,
					leaseSeconds(queue),
				);
				for (const job of claimed) {
					const task = run(deps, job)
						.catch((err: unknown) =>
							deps.log.error(
								{ err, job: job.name },
								"job could not be settled",
							),
						)
						.finally(() => {
							active.delete(task);
							void pump(deps, queue);
						});
					active.add(task);
				}
				if (claimed.length < room) return;
			}
		} catch (err) {
			if (!stopped) deps.log.error({ err, queue }, "jobs could not be claimed");
		} finally {
			claiming.delete(queue);
		}
	};

	const nextRun = (schedule: ScheduleDefinition, from: Date) =>
		CronExpressionParser.parse(schedule.cron, {
			currentDate: from,
			tz: schedule.timezone ?? "UTC",
		})
			.next()
			.toDate();

	const fireSchedules = async (now: Date) => {
		for (const schedule of options.schedules) {
			const fired = await statements.advanceSchedule(
				pool,
				schedule,
				now,
				nextRun(schedule, now),
			);
			if (fired)
				await statements.insertJob(pool, {
					...newRow(schedule.job, {}, {}),
					unique_key: `schedule:${schedule.name}`,
				});
		}
	};

	const newRow = (
		job: JobDefinition<never>,
		input: unknown,
		opts: EnqueueOptions,
	): statements.NewJob => ({
		id: uuidv7(),
		queue: job.queue,
		name: job.name,
		company_id: opts.companyId ?? NIL,
		priority: opts.priority ?? 10,
		unique_key: opts.uniqueKey ?? null,
		run_at: opts.runAt ?? null,
		input,
	});

	const tick = async (deps: Deps) => {
		await statements.releaseDue(pool);
		await statements.reclaimExpired(pool);
		await fireSchedules(deps.now());
		for (const queue of queueNames) void pump(deps, queue);
	};

	const repeat = (deps: Deps) => {
		if (stopped) return;
		tick(deps)
			.catch((err: unknown) => {
				if (!stopped) deps.log.error({ err }, "the job clock failed");
			})
			.finally(() => {
				if (!stopped) timers[0] = setTimeout(() => repeat(deps), POLL_MS);
			});
	};

	return {
		enqueue: async (db, job, input, opts = {}) => {
			const row = newRow(
				job as JobDefinition<never>,
				job.input.parse(input),
				opts,
			);
			await db.execute(sql`${statements.insertJobSql(row)}`);
		},
		wake: (queue) => bus.publish("jobs.wake", { queue }),
		start: (deps) => {
			stopped = false;
			bus.subscribe(
				"jobs.wake",
				({ queue }) => void pump(deps, queue as QueueName),
			);
			repeat(deps);
		},
		stop: async (graceMs = 10_000) => {
			stopped = true;
			for (const timer of timers) clearTimeout(timer);
			const all = [...running.values()].flatMap((set) => [...set]);
			let timer: NodeJS.Timeout | undefined;
			await Promise.race([
				Promise.allSettled(all),
				new Promise((resolve) => (timer = setTimeout(resolve, graceMs))),
			]);
			clearTimeout(timer);
			abort.abort();
			await statements.handBack(pool, processId);
		},
		drain: async (deps) => {
			for (;;) {
				let done = 0;
				for (const queue of queueNames) {
					for (const job of await statements.claim(
						pool,
						processId,
						queue,
						50,
						60,
					)) {
						await run(deps, job);
						done++;
					}
				}
				if (done === 0) return;
			}
		},
	};
};

import { sql } from "drizzle-orm";
import {
	boolean,
	index,
	integer,
	jsonb,
	pgTable,
	text,
	unique,
	uniqueIndex,
	uuid,
} from "drizzle-orm/pg-core";
import { createdAt, instant, updatedAt } from "./columns.ts";

export const users = pgTable(
	"users",
	{
		id: uuid().primaryKey(),
		email: text().notNull(),
		emailVerifiedAt: instant(),
		name: text().notNull(),
		phone: text(),
		passwordHash: text(),
		role: text({ enum: ["customer", "support", "admin"] })
			.notNull()
			.default("customer"),
		status: text({ enum: ["new", "active", "suspended", "deleted"] })
			.notNull()
			.default("new"),
		waOperator: boolean().notNull().default(false),
		jobRole: text(),
		locale: text({ enum: ["en", "pt"] })
			.notNull()
			.default("en"),
		timezone: text().notNull().default("America/Sao_Paulo"),
		avatarFileId: uuid(),
		preferences: jsonb().$type<Record<string, unknown>>().notNull().default({}),
		consents: jsonb().$type<Record<string, unknown>>().notNull().default({}),
		lastSeenAt: instant(),
		createdAt: createdAt(),
		updatedAt: updatedAt(),
	},
	(t) => [
		uniqueIndex("users_email_key").on(t.email),
		index("users_role_status").on(t.role, t.status),
	],
);

export const userIdentities = pgTable(
	"user_identities",
	{
		id: uuid().primaryKey(),
		userId: uuid()
			.notNull()
			.references(() => users.id, { onDelete: "cascade" }),
		provider: text({ enum: ["google", "github"] }).notNull(),
		providerUserId: text().notNull(),
		email: text(),
		createdAt: createdAt(),
	},
	(t) => [
		unique("user_identities_provider_key").on(t.provider, t.providerUserId),
		index("user_identities_user").on(t.userId),
	],
);

export const sessions = pgTable(
	"sessions",
	{
		id: uuid().primaryKey(),
		tokenHash: text().notNull(),
		userId: uuid()
			.notNull()
			.references(() => users.id, { onDelete: "cascade" }),
		companyId: uuid(),
		/** The admin who acts as the user; set while impersonating. */
		impersonatorId: uuid().references(() => users.id, { onDelete: "cascade" }),
		ip: text(),
		userAgent: text(),
		lastSeenAt: instant().notNull().defaultNow(),
		expiresAt: instant().notNull(),
		createdAt: createdAt(),
	},
	(t) => [
		uniqueIndex("sessions_token_key").on(t.tokenHash),
		index("sessions_user").on(t.userId),
		index("sessions_impersonator")
			.on(t.impersonatorId)
			.where(sql`impersonator_id is not null`),
	],
);

export const authTokens = pgTable(
	"auth_tokens",
	{
		id: uuid().primaryKey(),
		userId: uuid().references(() => users.id, { onDelete: "cascade" }),
		email: text().notNull(),
		kind: text({ enum: ["verify", "reset", "email_change"] }).notNull(),
		tokenHash: text().notNull(),
		/** Hash of the six digits that can be typed instead of following the link. */
		codeHash: text(),
		attempts: integer().notNull().default(0),
		expiresAt: instant().notNull(),
		usedAt: instant(),
		createdAt: createdAt(),
	},
	(t) => [
		uniqueIndex("auth_tokens_token_key").on(t.tokenHash),
		index("auth_tokens_email").on(t.email, t.kind),
	],
);

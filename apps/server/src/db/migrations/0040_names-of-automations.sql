-- Jobs that wait, or that an admin may run again, are found by the names that their work has now.
UPDATE "jobs" SET "name" = 'opt_outs.preference' WHERE "name" = 'consents.preference';--> statement-breakpoint
UPDATE "jobs" SET "name" = 'opt_outs.refusal' WHERE "name" = 'follow_ups.follow' AND "input"->>'cause' = 'refused';--> statement-breakpoint
UPDATE "jobs" SET
  "name" = 'conversation_automations.' || CASE "input"->>'cause'
    WHEN 'moved' THEN 'assignee_changed' WHEN 'sorted' THEN 'team_changed' ELSE "input"->>'cause' END,
  "input" = jsonb_build_object('id', "id", 'actor', NULL, 'at', "created_at", 'payloads', jsonb_build_array(
    jsonb_build_object('survey', true) || ("input" - 'cause')))
WHERE "name" = 'follow_ups.follow' AND NOT "input" ? 'messageId'
  AND "input"->>'cause' IN ('moved', 'sorted', 'resolved', 'reopened', 'snoozed', 'read');--> statement-breakpoint
UPDATE "jobs" SET "name" = 'conversation_automations.run' WHERE "name" = 'follow_ups.follow';--> statement-breakpoint
UPDATE "jobs" SET "name" = 'conversation_automations.closing_windows' WHERE "name" = 'follow_ups.windows';--> statement-breakpoint
UPDATE "jobs" SET "name" = 'conversation_automations.silent' WHERE "name" = 'follow_ups.silent';--> statement-breakpoint
UPDATE "schedules" SET "name" = 'conversation_automations.closing_windows' WHERE "name" = 'follow_ups.windows';--> statement-breakpoint
UPDATE "schedules" SET "name" = 'conversation_automations.silent' WHERE "name" = 'follow_ups.silent';

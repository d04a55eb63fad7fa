DROP INDEX "webhook_inbound_events_waiting";--> statement-breakpoint
CREATE INDEX "webhook_inbound_events_object" ON "webhook_inbound_events" USING btree ("integration_id","object_key","id") WHERE state = 'received';--> statement-breakpoint
CREATE INDEX "webhook_inbound_events_waiting" ON "webhook_inbound_events" USING btree ("shard","integration_id","id") WHERE state = 'received';
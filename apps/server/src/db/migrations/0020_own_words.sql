DROP INDEX "message_media_words";--> statement-breakpoint
DROP INDEX "messages_words";--> statement-breakpoint
CREATE INDEX "message_media_own_words" ON "message_media" USING gin (recado_own_words("company_id", recado_words("filename"))) WHERE filename is not null;--> statement-breakpoint
CREATE INDEX "messages_own_words" ON "messages" USING gin (recado_own_words("company_id", recado_words("body"))) WHERE body is not null;
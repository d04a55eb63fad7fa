UPDATE "jobs" SET "name" = 'product_notifications.blank_words' WHERE "name" = 'product_events.take_back';

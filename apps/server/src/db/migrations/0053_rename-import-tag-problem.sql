UPDATE "contact_import_rows" SET "error_code" = 'tags_over_limit' WHERE "error_code" = 'tags_too_many';

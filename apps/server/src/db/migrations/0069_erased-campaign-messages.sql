-- That a message was taken by WhatsApp stays in the sums when its person is erased, and Meta's id of it with them.
create or replace function recado_note_campaign_message() returns trigger language plpgsql as $$
declare
  before smallint;
  after smallint;
begin
  before := case when old.wamid is not null then 1 else 0 end
    + case when old.delivered_at is not null then 2 else 0 end
    + case when old.read_at is not null then 4 else 0 end
    + case when old.status <> 'failed' then 0 when old.error_class = 'opted_out' then 32 else 8 end
    + case when old.pricing_type is not null then 16 else 0 end;
  after := case when new.wamid is not null then 1
      when old.wamid is not null and new.payload @> '{"unsupported": {"type": "erased"}}' then 1 else 0 end
    + case when new.delivered_at is not null then 2 else 0 end
    + case when new.read_at is not null then 4 else 0 end
    + case when new.status <> 'failed' then 0 when new.error_class = 'opted_out' then 32 else 8 end
    + case when new.pricing_type is not null then 16 else 0 end;
  if before <> after then
    insert into campaign_facts (company_id, campaign_id, message_id, variant, channel_id, hour, before, after, detail)
    values (new.company_id, new.campaign_id, new.id, coalesce(new.campaign_variant, 0), new.channel_id,
      date_trunc('hour', new.occurred_at), before, after,
      concat_ws(':', coalesce(new.error_class, old.error_class), coalesce(new.error_code, old.error_code)));
  end if;
  return null;
end $$;

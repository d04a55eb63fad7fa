import { type ArchiveDefinition, keyOf } from '#server/lib/archive-table.ts'

export const runsArchive: ArchiveDefinition = {
  company: [
    {
      file: 'automation-runs',
      from: 'automation_runs',
      columns: [
        ...['id', 'automation_id', 'version', 'trigger', 'contact_id', 'conversation_id', 'state', 'ending', 'node'],
        ...['event', 'variables', 'steps', 'error', 'parent_id', 'started_at', 'ended_at'],
      ],
    },
    {
      file: 'automation-run-steps',
      from: 'automation_run_steps',
      columns: [
        ...['id', 'run_id', 'automation_id', 'seq', 'node', 'kind', 'state', 'outlet', 'decision', 'input', 'output'],
        ...['error', 'attempt', 'started_at', 'ended_at'],
      ],
    },
    {
      file: 'automation-events',
      from: 'automation_events',
      columns: ['id', 'kind', 'contact_id', 'conversation_id', 'fields', 'state', 'at'],
    },
    {
      file: 'automation-entries',
      from: 'automation_entries',
      key: keyOf('automation_id', 'event_id'),
      columns: ['automation_id', 'event_id', 'contact_id', 'run_id', 'refusal', 'at'],
    },
    {
      file: 'automation-run-counts',
      from: 'automation_run_counts',
      key: keyOf('month'),
      columns: ['month', 'runs'],
    },
    {
      file: 'automation-timers',
      from: 'automation_timers',
      key: keyOf('automation_id', 'subject'),
      columns: ['automation_id', 'kind', 'contact_id', 'conversation_id', 'since', 'due_at', 'done'],
    },
    {
      file: 'automation-segment-contacts',
      from: 'automation_segment_contacts',
      key: keyOf('segment_id', 'contact_id'),
      columns: ['segment_id', 'contact_id', 'since'],
    },
  ],
}

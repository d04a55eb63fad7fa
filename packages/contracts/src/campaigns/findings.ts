import { z } from 'zod'

/** What keeps a campaign from being launched. Each has a text, `campaigns/preflight:blocking.<name>`, and what to do, `advice.<name>`. */
export const blockingFindings = [
  'no_recipients',
  'no_channel',
  'channel_not_sendable',
  'no_template',
  'template_not_approved',
  'template_paused',
  'values_missing',
  'media_missing',
  /** A button whose clicks are counted leads to what is no page. */
  'link_invalid',
  'consent_rule',
  'quota_exceeded',
  'too_many_running',
  'portfolios_differ',
  'schedule_past',
  'sending_paused',
  'import_running',
  'audience_invalid',
  /** Counting the audience took too long, even from a sample. */
  'audience_uncounted',
  /** The audience names something that was deleted (`part`). */
  'audience_gone',
  'shares_invalid',
  'test_one_variant',
  'test_no_links',
  /** Fewer people than `least` would get one of the variants of a test. */
  'test_too_small',
  /** It repeats by a rule that campaigns cannot repeat by. */
  'recurrence_invalid',
  /** A route of answers names a button that none of the templates has. */
  'reply_button_gone',
  /** A route of answers names something that was deleted (`part`). */
  'reply_target_gone',
] as const
export type BlockingFinding = (typeof blockingFindings)[number]

/** Facts that stand in the text of a finding, by name. */
export const findingFacts = z.record(z.string(), z.union([z.string(), z.number()]))

/** Something that is in the way of a launch, with the facts that its text names. */
export const blockingFinding = z.object({ name: z.enum(blockingFindings), facts: findingFacts })
export type FoundBlocking = z.infer<typeof blockingFinding>

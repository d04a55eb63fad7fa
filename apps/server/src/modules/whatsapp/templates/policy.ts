import type { TemplateDetail } from '@recado/contracts/whatsapp/templates'

const DAY_MS = 86_400_000
/** How long the answer to a submission may be on its way, before Meta's list is believed instead. */
const ANSWER_MS = 60_000

const EDITS_IN_30_DAYS = 10
const NAME_LOCK_DAYS = 30

const RECATEGORISED_DAYS = 30

type Edited = { status: string; edits: readonly string[]; metaId: string | null }

const editable = new Set(['APPROVED', 'REJECTED', 'PAUSED'])
const beforeMeta = new Set(['DRAFT', 'UNKNOWN', 'SUBMITTING'])

/** Edits within the last 30 days, newest first. */
export const recentEdits = (edits: readonly string[], now: Date): Date[] =>
  edits
    .map((at) => new Date(at))
    .filter((at) => now.getTime() - at.getTime() < 30 * DAY_MS)
    .sort((a, b) => b.getTime() - a.getTime())

/**
 * Whether a template may be submitted now. Meta lets approved, rejected and paused ones be edited; an approved one once
 * in 24 hours and ten times in 30 days (whatsapp-cloud-api reference, templates).
 */
export const editingOf = ({ status, edits, metaId }: Edited, now: Date): TemplateDetail['editing'] => {
  const recent = recentEdits(edits, now)
  const leftInMonth = Math.max(0, EDITS_IN_30_DAYS - recent.length)
  const free = { allowed: true, reason: null, until: null, leftInMonth }
  if (metaId === null) return beforeMeta.has(status) ? free : { ...free, allowed: false, reason: 'status' }
  if (!editable.has(status)) return { ...free, allowed: false, reason: 'status' }
  if (status !== 'APPROVED') return free
  const oldest = recent.at(-1)
  if (leftInMonth === 0 && oldest) {
    const until = new Date(oldest.getTime() + 30 * DAY_MS).toISOString()
    return { allowed: false, reason: 'month', until, leftInMonth }
  }
  const [last] = recent
  if (last && now.getTime() - last.getTime() < DAY_MS) {
    const until = new Date(last.getTime() + DAY_MS).toISOString()
    return { allowed: false, reason: 'day', until, leftInMonth }
  }
  return free
}

/** What to keep when Meta has another category than we knew; one that it repeats changes nothing. */
export const recategorised = (row: { category: string }, category: string, now: Date) =>
  category === row.category ? {} : { categoryBefore: row.category, recategorisedAt: now }

/** What Meta made of the category lately; null when it kept it, or gave it back. */
export const recategorisedOf = (
  row: { category: string; categoryBefore: string | null; recategorisedAt: Date | null },
  now: Date,
): TemplateDetail['recategorised'] => {
  const { category, categoryBefore: before, recategorisedAt: at } = row
  if (!before || !at || before === category || now.getTime() - at.getTime() > RECATEGORISED_DAYS * DAY_MS) return null
  return { before, at: at.toISOString() }
}

/** Whether no answer to a submission can be on its way any more. */
export const isOurs = ({ submittedAt }: { submittedAt: Date | null }, now: Date): boolean =>
  submittedAt === null || now.getTime() - submittedAt.getTime() > ANSWER_MS

/** Until when a deleted name is locked. */
export const lockedUntil = (deletedAt: Date): Date => new Date(deletedAt.getTime() + NAME_LOCK_DAYS * DAY_MS)
export const lockStart = (now: Date): Date => new Date(now.getTime() - NAME_LOCK_DAYS * DAY_MS)

/** Meta pauses for 3 hours first, then for 6 (whatsapp-cloud-api reference, templates). */
export const pauseHours = (title: string | null): number | null => {
  if (title === 'FIRST_PAUSE') return 3
  return title === 'SECOND_PAUSE' ? 6 : null
}

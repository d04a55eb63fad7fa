/** What the last four digits of a recipient choose; anything else is delivered. */
export type MagicOutcome =
  | { kind: 'answer'; code: number; http?: number }
  | { kind: 'failed'; code: number }
  | { kind: 'revoke' }
  | { kind: 'http'; status: number }
  | { kind: 'no_answer' }
  | { kind: 'once'; code: number }

const outcomes: Readonly<Record<string, MagicOutcome>> = {
  '1026': { kind: 'failed', code: 131026 },
  '1042': { kind: 'failed', code: 131042 },
  '1047': { kind: 'failed', code: 131047 },
  '1049': { kind: 'failed', code: 131049 },
  '1050': { kind: 'failed', code: 131050 },
  '1053': { kind: 'failed', code: 131053 },
  '0429': { kind: 'answer', code: 130429 },
  '1048': { kind: 'answer', code: 131048 },
  '1056': { kind: 'answer', code: 131056 },
  '5000': { kind: 'answer', code: 131000, http: 500 },
  '5001': { kind: 'once', code: 131016 },
  '5020': { kind: 'http', status: 502 },
  '0190': { kind: 'revoke' },
  '0504': { kind: 'no_answer' },
}

export const magicOutcome = (to: string): MagicOutcome | null => outcomes[to.slice(-4)] ?? null

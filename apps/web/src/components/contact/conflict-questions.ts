import { useSyncExternalStore } from 'react'
import type { Conflict } from './contact-conflict.ts'

/** The member's decision about fields that were changed by others too; null if they cancelled. */
export type Answer = 'mine' | 'theirs' | null
/** `owner` is whose question it is: one person in one company. `name` is the contact's. */
export type Question = { owner: string; name: string; conflicts: Conflict[]; answer: (answer: Answer) => void }

let questions: readonly Question[] = []
const listeners = new Set<() => void>()
const holdPage = (event: BeforeUnloadEvent): void => event.preventDefault()

const publish = (next: readonly Question[]): void => {
  questions = next
  if (next.length > 0) window.addEventListener('beforeunload', holdPage)
  else window.removeEventListener('beforeunload', holdPage)
  for (const listener of listeners) listener()
}

/** Asks, and waits for the answer: also while the contact is not shown any more, as what was typed is nowhere else. */
export const askAbout = (owner: string, name: string, conflicts: Conflict[]): Promise<Answer> =>
  new Promise((resolve) => {
    const question: Question = {
      owner,
      name,
      conflicts,
      answer: (given) => {
        publish(questions.filter((one) => one !== question))
        resolve(given)
      },
    }
    publish([...questions, question])
  })

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** The oldest question that waits for its owner. */
export const useConflictQuestion = (owner: string): Question | undefined =>
  useSyncExternalStore(subscribe, () => questions.find((question) => question.owner === owner))

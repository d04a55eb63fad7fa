import { useState } from 'react'

type Kept<Values> = { step: number; values: Values }

const storeKey = (name: string) => `recado.wizard.${name}`

const read = <Values>(name: string): Kept<Values> | null => {
  try {
    return JSON.parse(sessionStorage.getItem(storeKey(name)) ?? 'null')
  } catch {
    return null
  }
}

const keep = <Values>(name: string, kept: Kept<Values> | null): void => {
  try {
    if (kept) sessionStorage.setItem(storeKey(name), JSON.stringify(kept))
    else sessionStorage.removeItem(storeKey(name))
  } catch {
    // Where storage is forbidden it starts from the beginning.
  }
}

/** The step of a wizard and what was entered. */
export type WizardState<Values> = {
  step: number
  values: Values
  /** Begun before, and taken up again where it was left. */
  resumed: boolean
  change: (part: Partial<Values>) => void
  /** Shows a step, with what its answers became once they were saved. */
  go: (step: number, part?: Partial<Values>) => void
  /** Back to the beginning, with nothing given; also what follows the last step. */
  restart: () => void
}

/**
 * Keeps a wizard's place and what was typed, in this tab, until it is finished. `name` says which wizard of which
 * company; it opens at `first` where nothing was kept.
 */
export const useWizard = <Values extends object>(name: string, initial: Values, first = 0): WizardState<Values> => {
  const [found] = useState(() => read<Values>(name))
  const [kept, setKept] = useState<Kept<Values>>(found ?? { step: first, values: initial })
  const update = (next: Kept<Values>) => {
    setKept(next)
    keep(name, next)
  }
  return {
    ...kept,
    resumed: found !== null,
    change: (part) => update({ ...kept, values: { ...kept.values, ...part } }),
    go: (step, part) => update({ step, values: { ...kept.values, ...part } }),
    restart: () => {
      setKept({ step: 0, values: initial })
      keep(name, null)
    },
  }
}

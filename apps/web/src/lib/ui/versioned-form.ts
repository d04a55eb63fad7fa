import { useState } from 'react'
import { currentOf, isConflict, isSame } from '../api/versions.ts'
import { type ContractForm, useContractForm } from './form.ts'

const MOST_TRIES = 5

type FormOptions<V extends Record<string, unknown>> = Parameters<typeof useContractForm<V>>[0]
type Options<T, V extends Record<string, unknown>> = Omit<FormOptions<V>, 'initialValues' | 'onSubmit'> & {
  /** What is changed, as it was read; null for something new. */
  stored: T | null
  valuesOf: (stored: T | null) => V
  /** What the fields are called. */
  labels: Record<keyof V, string>
  /** A value of theirs in words, where it is no plain text. */
  words?: (theirs: V) => Partial<Record<keyof V, string>>
  /** Keeps the values over the version of `base`, which is null for something new. */
  save: (values: V, base: T | null) => Promise<unknown>
  onSaved: () => void
}

/** Fields that another person changed too, and how to resolve them. */
export type EditConflict = {
  fields: { label: string; theirs: string | null }[]
  showTheirs: () => void
  keepMine: () => void
}

/** The entered values over another person's version: fields that were not touched here keep theirs. */
const over = <V extends Record<string, unknown>>(before: V, theirs: V, mine: V): V => {
  const untouched = Object.keys(mine).filter((field) => isSame(before[field], mine[field]))
  return { ...mine, ...Object.fromEntries(untouched.map((field) => [field, theirs[field]])) }
}

/**
 * A form over something that several people may change. What someone else saved in other fields stays; about a field that
 * both changed the person is asked by `conflict`, with theirs where it is a plain text.
 */
export const useVersionedForm = <T, V extends Record<string, unknown>>(options: Options<T, V>) => {
  const { stored, valuesOf, labels, words, save, onSaved, ...rest } = options
  const [base, setBase] = useState(stored)
  const [conflicting, setConflicting] = useState<string[]>([])

  const settle = (theirs: T, mine: V, fields: string[]) => {
    setBase(theirs)
    setConflicting(fields)
    form.setValues(mine)
    form.resetDirty(valuesOf(theirs))
  }

  const onSubmit = async (values: V) => {
    setConflicting([])
    let mine = values
    let from = base
    for (let tries = 1; ; tries++) {
      try {
        await save(mine, from)
        return onSaved()
      } catch (error) {
        const theirs = currentOf<T>(error)
        if (!theirs || !from || tries === MOST_TRIES) throw error
        const [before, now, wanted] = [valuesOf(from), valuesOf(theirs), mine]
        const fields = Object.keys(wanted).filter((field) => isConflict(before[field], now[field], wanted[field]))
        mine = over(before, now, wanted)
        from = theirs
        if (fields.length === 0) continue
        settle(theirs, mine, fields)
        throw error
      }
    }
  }

  const { form, submit, state }: ContractForm<V> = useContractForm<V>({
    ...rest,
    initialValues: valuesOf(stored),
    onSubmit,
  })
  const theirs = valuesOf(base)
  const shown = (field: string) => {
    const value = words?.(theirs)[field] ?? theirs[field]
    return typeof value === 'string' && value !== '' ? value : null
  }
  const conflict: EditConflict | null =
    conflicting.length === 0
      ? null
      : {
          fields: conflicting.map((field) => ({ label: labels[field] ?? field, theirs: shown(field) })),
          showTheirs: () => {
            form.setValues({
              ...form.values,
              ...Object.fromEntries(conflicting.map((field) => [field, theirs[field]])),
            })
            setConflicting([])
          },
          keepMine: () => submit(),
        }
  return { form, state: { ...state, error: conflict ? null : state.error, conflict } }
}

import {
  type ContactImport,
  type ImportMapping,
  type ImportRules,
  saveImportMapping,
} from '@recado/contracts/contacts/imports'
import { useQueryClient } from '@tanstack/react-query'
import { ApiError, call } from '#web/lib/api/api.ts'
import { useWizard } from '#web/lib/ui/wizard.ts'
import { importQuery, importsKey } from './api.ts'
import { steps } from './steps.ts'

type Saved = { mapping: ImportMapping; rules: ImportRules; version: number }
type Draft = { mapping: ImportMapping; rules: ImportRules; base: Saved }

const savedOf = ({ mapping, rules, version }: ContactImport): Saved => ({ mapping, rules, version })
const draftOf = (found: ContactImport): Draft => ({ mapping: found.mapping, rules: found.rules, base: savedOf(found) })

const same = (one: Omit<Saved, 'version'>, other: Omit<Saved, 'version'>): boolean =>
  JSON.stringify([one.mapping, one.rules]) === JSON.stringify([other.mapping, other.rules])

const firstStep = ({ state, sheets }: ContactImport): number => {
  if (state === 'uploaded') return sheets.length > 1 ? steps.file : steps.columns
  return state === 'mapped' ? steps.rules : steps.check
}

/** The step that can be shown: nothing else while rows are checked, and the last one only once they were. */
const shownStep = ({ state }: ContactImport, step: number): number => {
  if (state === 'validating') return steps.check
  return step === steps.check && state !== 'ready' ? steps.rules : step
}

/** The server has another version, because someone saved theirs in the meantime. */
export const isConflict = (error: unknown): boolean => error instanceof ApiError && error.code === 'conflict'

/** What was chosen for an import, kept in this tab until it is saved, and the step that is shown. */
export const useDraft = (found: ContactImport) => {
  const client = useQueryClient()
  const wizard = useWizard<Draft>(`import.${found.id}`, draftOf(found), firstStep(found))
  const { values } = wizard
  const { mapping, rules, base } = values
  // What was saved elsewhere is taken over unless something was changed here.
  const isBehind = !same(base, found)
  const isChanged = !same(values, base) && !same(values, found)
  if (isBehind && !isChanged) wizard.change(draftOf(found))

  const keep = (next: ContactImport): void => {
    client.setQueryData(importQuery(next.id).queryKey, next)
    void client.invalidateQueries({ queryKey: [...importsKey, 'list'] })
  }
  return {
    mapping,
    rules,
    step: shownStep(found, wizard.step),
    changeMapping: (part: Partial<ImportMapping>) => wizard.change({ mapping: { ...mapping, ...part } }),
    changeRules: (part: Partial<ImportRules>) => wizard.change({ rules: { ...rules, ...part } }),
    go: (step: number) => wizard.go(step),
    /** Saves what was chosen. Throws `conflict` if someone else saved other choices since. */
    save: async (): Promise<ContactImport> => {
      if (!isChanged && found.state !== 'uploaded') return found
      const version = isBehind ? base.version : found.version
      const saved = await call(saveImportMapping, { params: { id: found.id }, body: { ...mapping, rules, version } })
      keep(saved)
      return saved
    },
    /** Shows a step, with what the server answered. */
    goWith: (step: number, next: ContactImport) => {
      keep(next)
      wizard.go(step, draftOf(next))
    },
    /** Takes over how the file is read now; what does not depend on its columns stays as it was chosen. */
    readAgain: (next: ContactImport) => {
      keep(next)
      const { tags, listId, ownerId, externalSource } = mapping
      wizard.change({ ...draftOf(next), rules, mapping: { ...next.mapping, tags, listId, ownerId, externalSource } })
    },
    /** Takes the choices that someone else saved. */
    loadLatest: async () => {
      const latest = await client.fetchQuery({ ...importQuery(found.id), staleTime: 0 })
      wizard.change(draftOf(latest))
    },
    forget: wizard.restart,
  }
}
export type DraftOfImport = ReturnType<typeof useDraft>

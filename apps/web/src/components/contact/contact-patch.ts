import { type ContactCard, updateContact } from '@recado/contracts/contacts/contacts'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, call } from '#web/lib/api/api.ts'
import { currentOf } from '#web/lib/api/versions.ts'
import { useOwner } from '#web/lib/session/owner.ts'
import { toastError } from '#web/lib/ui/toasts.ts'
import { type Answer, askAbout } from './conflict-questions.ts'
import { type Conflict, conflictsOf, type Patch, withoutConflicts, withPatch } from './contact-conflict.ts'

/** `base` is the contact as it was shown when the change began, `known` the newest one when it ended. */
type Edit = { body: Patch; base: ContactCard; known: ContactCard }
const MOST_TRIES = 5

/**
 * Saves a change over what others changed meanwhile: other fields of theirs stay, and about the same field the person is
 * asked. Throws the refusal when they do not say.
 */
const saveOver = async ({ body, base, known }: Edit, ask: (conflicts: Conflict[]) => Promise<Answer>) => {
  let wanted = body
  let seen = base
  let current = known
  let refusal: unknown = new ApiError('Changed meanwhile', { code: 'conflict', status: 409 })
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const conflicts = conflictsOf(wanted, seen, current)
    const answer = conflicts.length > 0 ? await ask(conflicts) : 'mine'
    if (answer === null) throw refusal
    if (answer === 'theirs') wanted = withoutConflicts(wanted, conflicts)
    if (Object.keys(wanted).length === 0) return current
    seen = current
    try {
      return await call(updateContact, { params: { id: base.id }, body: { ...wanted, version: current.version } })
    } catch (error) {
      const now = currentOf<ContactCard>(error)
      if (!now) throw error
      refusal = error
      current = now
    }
  }
  throw refusal
}

/** Where the browser keeps the contact that is shown: with an open conversation, or on its own page. */
export type ContactHome = {
  /** The newest that is known of it. */
  known: () => ContactCard | undefined
  show: (fresh: ContactCard) => void
  /** Once a change is kept. */
  saved: () => void
  readAgain: () => Promise<unknown>
}

/**
 * Changes what the team wrote about a contact; whatever shows it then shows what the server made of it. `set` shows the
 * change at once, `save` once it is kept.
 */
export const useContactPatch = (contact: ContactCard, home: ContactHome) => {
  const owner = useOwner()
  const { i18n } = useTranslation()
  const shown = useRef(true)
  useEffect(() => {
    shown.current = true
    return () => {
      shown.current = false
    }
  }, [])
  const mutation = useMutation({
    mutationFn: (edit: Edit) => saveOver(edit, (conflicts) => askAbout(owner, contact.displayName, conflicts)),
    scope: { id: `contact ${contact.id}` },
    onSuccess: (fresh) => {
      home.show(fresh)
      home.saved()
    },
    onError: (error) => {
      if (!shown.current) toastError(i18n, error)
      return home.readAgain()
    },
    meta: { quiet: true },
  })
  const { error, isSuccess, isPending } = mutation
  const known = () => home.known() ?? contact
  return {
    error,
    isSuccess,
    isPending,
    save: (body: Patch, base: ContactCard = contact) => mutation.mutateAsync({ body, base, known: known() }),
    set: (body: Patch) => {
      mutation.mutate({ body, base: contact, known: known() })
      home.show(withPatch(known(), body))
    },
  }
}
export type ContactPatch = ReturnType<typeof useContactPatch>

/** Whether the server refused the value itself. */
export const isFieldProblem = (error: unknown): boolean => error instanceof ApiError && error.fields.length > 0

type Save = (value: string | null, base: ContactCard) => Promise<unknown>

/**
 * A value that is saved on leaving the field. What was refused stays in it; else it follows what others make of it. The
 * change counts as made on what the field showed when the typing began.
 */
export const useInline = (contact: ContactCard, value: string, save: Save) => {
  const [text, setText] = useState(value)
  const [begun, setBegun] = useState<{ contact: ContactCard; value: string } | null>(null)
  const [error, setError] = useState<unknown>(null)
  const saving = useRef(false)
  useEffect(() => {
    if (!begun) setText(value)
  }, [value, begun])
  const leave = async () => {
    if (saving.current) return
    saving.current = true
    setError(null)
    const wanted = text.trim()
    try {
      if (begun && wanted !== begun.value) await save(wanted === '' ? null : wanted, begun.contact)
      setBegun(null)
    } catch (cause) {
      setError(cause)
    } finally {
      saving.current = false
    }
  }
  const latest = useRef(leave)
  useEffect(() => {
    latest.current = leave
  })
  // A field that goes away while it is written in says nothing of its being left.
  useEffect(() => () => void latest.current(), [])
  const onChange = (event: { currentTarget: { value: string } }) => {
    setText(event.currentTarget.value)
    setBegun((now) => now ?? { contact, value })
  }
  return { error, props: { value: text, onChange, onBlur: () => void leave() } }
}

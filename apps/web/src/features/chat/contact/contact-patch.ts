import { type ContactCard, updateContact } from '@recado/contracts/contacts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { ApiError, call } from '../../../lib/api.ts'
import { type ConversationDetail, keys } from '../api.ts'
import { type Clash, clashesOf, type Patch, withoutClashes, withPatch } from './contact-clash.ts'

/** `base` is the contact as it was shown when the change began, `known` the newest one when it ended. */
type Edit = { body: Patch; base: ContactCard; known: ContactCard }
type Answer = 'mine' | 'theirs' | null
export type Question = { clashes: Clash[]; answer: (answer: Answer) => void }

const MOST_TRIES = 5

/** The contact as the server has it, from its refusal of a change that was made on an older one. */
const currentOf = (error: unknown): ContactCard | null =>
  error instanceof ApiError && error.code === 'conflict' && error.data.current
    ? (error.data.current as ContactCard)
    : null

/** Asks one thing at a time, and answers null for a question whose asker is gone. */
const useQuestion = () => {
  const [question, setQuestion] = useState<Question | null>(null)
  const pending = useRef<Question | null>(null)
  useEffect(() => () => pending.current?.answer(null), [])
  const ask = useCallback(
    (clashes: Clash[]) =>
      new Promise<Answer>((resolve) => {
        const answer = (given: Answer) => {
          pending.current = null
          setQuestion(null)
          resolve(given)
        }
        pending.current = { clashes, answer }
        setQuestion(pending.current)
      }),
    [],
  )
  return { question, ask }
}

/**
 * Saves a change over what others changed meanwhile: other fields of theirs stay, and about the same field the person is
 * asked. Throws the refusal when they do not say.
 */
const saveOver = async ({ body, base, known }: Edit, ask: (clashes: Clash[]) => Promise<Answer>) => {
  let wanted = body
  let seen = base
  let current = known
  let refusal: unknown = new ApiError('Changed meanwhile', { code: 'conflict', status: 409 })
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const clashes = clashesOf(wanted, seen, current)
    const answer = clashes.length > 0 ? await ask(clashes) : 'mine'
    if (answer === null) throw refusal
    if (answer === 'theirs') wanted = withoutClashes(wanted, clashes)
    if (Object.keys(wanted).length === 0) return current
    seen = current
    try {
      return await call(updateContact, { params: { id: base.id }, body: { ...wanted, version: current.version } })
    } catch (error) {
      const now = currentOf(error)
      if (!now) throw error
      refusal = error
      current = now
    }
  }
  throw refusal
}

/**
 * Changes what the team wrote about a contact; the pane and the lists then show what the server made of it. `set` shows
 * the change at once, `save` once it is kept.
 */
export const useContactPatch = (conversationId: string, contact: ContactCard) => {
  const queryClient = useQueryClient()
  const { question, ask } = useQuestion()
  const show = (fresh: ContactCard) =>
    queryClient.setQueryData<ConversationDetail>(keys.detail(conversationId), (known) =>
      known?.contact.id === fresh.id ? { ...known, contact: fresh } : known,
    )
  const mutation = useMutation({
    mutationFn: (edit: Edit) => saveOver(edit, ask),
    scope: { id: `contact ${contact.id}` },
    onSuccess: (fresh) => {
      show(fresh)
      void queryClient.invalidateQueries({ queryKey: keys.lists })
    },
    onError: () => queryClient.invalidateQueries({ queryKey: keys.detail(conversationId) }),
    meta: { quiet: true },
  })
  const { error, isSuccess, isPending } = mutation
  const known = () => queryClient.getQueryData<ConversationDetail>(keys.detail(conversationId))?.contact ?? contact
  return {
    question,
    error,
    isSuccess,
    isPending,
    save: (body: Patch, base: ContactCard = contact) => mutation.mutateAsync({ body, base, known: known() }),
    set: (body: Patch) => {
      mutation.mutate({ body, base: contact, known: known() })
      show(withPatch(known(), body))
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
  useEffect(() => {
    if (!begun) setText(value)
  }, [value, begun])
  const leave = async () => {
    setError(null)
    const wanted = text.trim()
    try {
      if (begun && wanted !== begun.value) await save(wanted === '' ? null : wanted, begun.contact)
      setBegun(null)
    } catch (cause) {
      setError(cause)
    }
  }
  const onChange = (event: { currentTarget: { value: string } }) => {
    setText(event.currentTarget.value)
    setBegun((now) => now ?? { contact, value })
  }
  return { error, props: { value: text, onChange, onBlur: () => void leave() } }
}

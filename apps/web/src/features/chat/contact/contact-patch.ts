import { updateContact } from '@recado/contracts/contacts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ApiError, call } from '../../../lib/api.ts'
import { type ConversationDetail, keys } from '../api.ts'

type Patch = {
  name?: string | null
  email?: string | null
  notes?: string | null
  tags?: string[]
  attributes?: Record<string, unknown>
  language?: string | null
  timezone?: string | null
  marketing?: 'granted' | 'denied'
}

/** Changes what the team wrote about a contact; the pane and the lists then show what the server made of it. */
export const useContactPatch = (conversationId: string, contactId: string) => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: Patch) => call(updateContact, { params: { id: contactId }, body }),
    onSuccess: (contact) => {
      queryClient.setQueryData<ConversationDetail>(keys.detail(conversationId), (known) =>
        known ? { ...known, contact } : known,
      )
      void queryClient.invalidateQueries({ queryKey: keys.lists })
    },
    meta: { quiet: true },
  })
}
export type ContactPatch = ReturnType<typeof useContactPatch>

/** Whether the server refused the value itself. */
export const isFieldProblem = (error: unknown): boolean => error instanceof ApiError && error.fields.length > 0

/** A value that is saved on leaving the field. What was refused stays in it; else it follows what others make of it. */
export const useInline = (value: string, save: (value: string | null) => Promise<unknown>) => {
  const [text, setText] = useState(value)
  const [dirty, setDirty] = useState(false)
  const [error, setError] = useState<unknown>(null)
  useEffect(() => {
    if (!dirty) setText(value)
  }, [value, dirty])
  const leave = async () => {
    setError(null)
    const wanted = text.trim()
    try {
      if (dirty && wanted !== value) await save(wanted === '' ? null : wanted)
      setDirty(false)
    } catch (cause) {
      setError(cause)
    }
  }
  const onChange = (event: { currentTarget: { value: string } }) => {
    setText(event.currentTarget.value)
    setDirty(true)
  }
  return { error, props: { value: text, onChange, onBlur: () => void leave() } }
}

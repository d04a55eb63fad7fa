import { type CannedReply, renderCannedReply } from '@recado/contracts/inbox/canned-replies'
import { fillCannedText } from '@recado/contracts/inbox/canned-text'
import type { ConversationSummary } from '@recado/contracts/inbox/conversations'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { call } from '#web/lib/api/api.ts'
import { useSignedIn } from '#web/lib/session/session.ts'
import { cannedRepliesQuery } from '#web/queries/canned-replies.ts'
import { knownValues } from './known-values.ts'
import { folded } from './suggestions.ts'

const mostShown = 30

/** The canned replies of whoever writes: found by shortcut, title or text; shown and taken over with their variables filled. */
export const useCanned = (conversation: ConversationSummary) => {
  const { user } = useSignedIn()
  const { data } = useQuery(cannedRepliesQuery)
  const find = useCallback(
    (word: string): CannedReply[] => {
      const wanted = folded(word)
      const all = data?.data ?? []
      const byShortcut = all.filter(({ shortcut }) => folded(shortcut).startsWith(wanted))
      const others = all.filter(
        (reply) => !byShortcut.includes(reply) && folded(`${reply.title} ${reply.content.text}`).includes(wanted),
      )
      return [...byShortcut, ...others].slice(0, mostShown)
    },
    [data],
  )
  const { contact, channel, id } = conversation
  const values = useMemo(
    () => ({ ...knownValues(contact, channel.name, user), 'conversation.id': id }),
    [contact, channel.name, id, user],
  )
  const preview = (reply: CannedReply): string => fillCannedText(reply.content.text, values)
  const use = useMutation({
    mutationFn: (reply: CannedReply) =>
      call(renderCannedReply, { params: { id: reply.id }, body: { conversationId: id } }),
  })
  return { find, preview, use }
}

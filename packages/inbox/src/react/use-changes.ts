import type { ActionStatus, ButtonType, IMark, IMessage } from '../client/wire.ts'
import { useInbox } from './context.ts'
import { type Mutate, type MutationOptions, type MutationResult, useMutation } from './mutation.ts'

type MessageIds = string | string[]

/** Marks notifications; without `seen` and `read` they become seen. */
export function useMarkNotificationsAs(
  options?: MutationOptions<IMessage[], { messageId: MessageIds } & IMark>,
): { markNotificationsAs: Mutate<IMessage[], { messageId: MessageIds } & IMark> } & MutationResult<IMessage[]> {
  const inbox = useInbox()
  const [markNotificationsAs, result] = useMutation(
    ({ messageId, ...mark }: { messageId: MessageIds } & IMark) => inbox.markAs(messageId, mark),
    options,
  )
  return { ...result, markNotificationsAs }
}

type Removed = IMessage | undefined

/** Removes a notification. */
export function useRemoveNotification(
  options?: MutationOptions<Removed, { messageId: string }>,
): { removeNotification: Mutate<Removed, { messageId: string }> } & MutationResult<Removed> {
  const inbox = useInbox()
  const [removeNotification, result] = useMutation(
    ({ messageId }: { messageId: string }) => inbox.remove(messageId),
    options,
  )
  return { ...result, removeNotification }
}

/** Removes some notifications. The result tells of one when it was one. */
export function useRemoveNotifications(
  options?: MutationOptions<Removed, { messageIds: string[] }>,
): { removeNotifications: Mutate<Removed, { messageIds: string[] }> } & MutationResult<Removed> {
  const inbox = useInbox()
  const [removeNotifications, result] = useMutation(
    ({ messageIds }: { messageIds: string[] }) => inbox.remove(messageIds),
    options,
  )
  return { ...result, removeNotifications }
}

/** Removes all notifications of a feed, or all. */
export function useRemoveAllNotifications(options?: MutationOptions<void, { feedId?: string } | undefined>): {
  removeAllNotifications: (...args: Partial<Parameters<Mutate<void, { feedId?: string } | undefined>>>) => Promise<void>
} & MutationResult<void> {
  const inbox = useInbox()
  const [removeAllNotifications, result] = useMutation(
    (input: { feedId?: string } | undefined) => inbox.removeAll(input?.feedId),
    options,
  )
  return { ...result, removeAllNotifications }
}

export interface IUpdateActionVariables {
  messageId: string
  actionButtonType: ButtonType
  status: ActionStatus
  payload?: Record<string, unknown>
}

/** Saves which button of a notification was pressed, and what came of it. */
export function useUpdateAction(
  options?: MutationOptions<IMessage, IUpdateActionVariables>,
): { updateAction: Mutate<IMessage, IUpdateActionVariables> } & MutationResult<IMessage> {
  const [updateAction, result] = useMutation(useInbox().updateAction, options)
  return { ...result, updateAction }
}

/** Puts notifications away for good, or back. */
export function useArchiveNotification(
  options?: MutationOptions<IMessage[], { messageId: MessageIds; archived?: boolean }>,
): {
  archiveNotification: Mutate<IMessage[], { messageId: MessageIds; archived?: boolean }>
} & MutationResult<IMessage[]> {
  const inbox = useInbox()
  const [archiveNotification, result] = useMutation(
    ({ messageId, archived = true }: { messageId: MessageIds; archived?: boolean }) =>
      inbox.archive(messageId, archived),
    options,
  )
  return { ...result, archiveNotification }
}

/** Puts notifications away until a moment; with `null` they are back at once. */
export function useSnoozeNotification(
  options?: MutationOptions<IMessage[], { messageId: MessageIds; until: Date | null }>,
): {
  snoozeNotification: Mutate<IMessage[], { messageId: MessageIds; until: Date | null }>
} & MutationResult<IMessage[]> {
  const inbox = useInbox()
  const [snoozeNotification, result] = useMutation(
    ({ messageId, until }: { messageId: MessageIds; until: Date | null }) => inbox.snooze(messageId, until),
    options,
  )
  return { ...result, snoozeNotification }
}

import type { findRecipients, Recipient } from '@recado/contracts/inbox/recipients'
import { canonicalPhone } from '@recado/contracts/whatsapp/phone'
import type { z } from 'zod'
import type { CompanyCtx } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import { personOf } from '#server/lib/avatar-url.ts'
import { countryOfPhone, parseTyped } from '#server/lib/typed-phone.ts'
import { displayNameOf, seesPersonalData, shownPhone } from '#server/modules/contacts/contacts/index.ts'
import { findConnectedChannel } from '../queries/channels.ts'
import { findPrices } from '../queries/cost.ts'
import {
  findMatching,
  findTheirConversations,
  type RecipientConversationRow,
  type RecipientRow,
} from '../queries/recipients.ts'

const MOST = 8

const looksLikePhone = (text: string): boolean => /^[\d\s()+./-]+$/.test(text)

/** The assignee and status are only for members who may see the conversation. */
const conversationOf = (row: RecipientConversationRow): Recipient['conversations'][number] =>
  row.visible
    ? {
        hidden: false,
        id: row.id,
        channelId: row.channel_id,
        status: row.status,
        windowExpiresAt: row.window_expires_at ? new Date(row.window_expires_at).toISOString() : null,
        lastMessageAt: new Date(row.last_message_at).toISOString(),
        assignee: personOf(row.assignee_id, row.assignee_name, row.assignee_avatar),
      }
    : { hidden: true, channelId: row.channel_id }

const nameOf = ({ name, profile_name: profileName, phone, username }: RecipientRow, full: boolean) =>
  displayNameOf({ name, profileName, phone, username }, full)

/** Contacts to write to, and the typed number if no contact has it. Throws `not_found` for the channel. */
export const readRecipients = async (
  ctx: CompanyCtx,
  { search, channelId }: z.output<typeof findRecipients.query>,
): Promise<z.input<(typeof findRecipients)['response']>> => {
  const channel = await findConnectedChannel(ctx, channelId)
  if (!channel) throw new AppError('not_found')
  const typed = looksLikePhone(search) ? parseTyped(search, countryOfPhone(channel.phone)) : null
  const phone = typed && canonicalPhone(typed)
  const exact = phone ? await findMatching(ctx, { text: phone, phone }, MOST) : []
  const rows = exact.length > 0 ? exact : await findMatching(ctx, { text: search, phone }, MOST)
  const conversations = await findTheirConversations(
    ctx,
    rows.map(({ id }) => id),
  )
  const isNew = phone !== null && !rows.some((row) => row.has_phone)
  const [typedPrices = [], ...prices] = await findPrices(ctx, [phone, ...rows.map((row) => row.phone)], ctx.now())
  const full = seesPersonalData(ctx)
  return {
    data: rows.map((row, index) => ({
      contactId: row.id,
      displayName: nameOf(row, full),
      phone: shownPhone(row.phone, full),
      conversations: conversations.filter(({ contact_id }) => contact_id === row.id).map(conversationOf),
      prices: prices[index] ?? [],
    })),
    number: isNew ? { phone: `+${phone}`, prices: typedPrices } : null,
  }
}

import type { Message } from '@recado/contracts/inbox/messages'
import { createContext, useContext } from 'react'

/** What a bubble can ask for. Stable over renders, so that bubbles need not render again. */
export type TimelineActions = {
  conversationId: string
  contactName: string
  canReply: boolean
  reply: (message: Message) => void
  react: (message: Message, emoji: string) => void
  resend: (message: Message) => void
  /** Nothing more is to be done about a message that failed. */
  dismiss: (message: Message) => void
  openTemplates: () => void
  retryMedia: (message: Message) => void
  refreshMedia: (message: Message) => void
  jumpTo: (messageId: string) => void
  showImage: (message: Message) => void
  showDetails: (message: Message) => void
  /** Forwards a message to another conversation. */
  forward: (message: Message) => void
  /** Saves a text as a canned reply. */
  saveCanned: (text: string) => void
  /** Starts a conversation with a shared contact. */
  startChat: (person: { name: string; phone: string }) => void
}

const TimelineContext = createContext<TimelineActions | null>(null)
export const TimelineActionsProvider = TimelineContext

/** The actions of the timeline around. */
export const useTimelineActions = (): TimelineActions => {
  const actions = useContext(TimelineContext)
  if (!actions) throw new Error('useTimelineActions must be used within a timeline')
  return actions
}

type Folding = {
  /** Messages whose long texts are expanded. */
  unfolded: Set<string>
  /** Keeps the scroll position while a text expands or collapses, instead of following the end. */
  keepPlace: () => void
}

const FoldingContext = createContext<Folding | null>(null)
export const FoldingProvider = FoldingContext

/** The context for expanding and collapsing long texts of a timeline. */
export const useFolding = (): Folding => {
  const folding = useContext(FoldingContext)
  if (!folding) throw new Error('useFolding must be used within a timeline')
  return folding
}

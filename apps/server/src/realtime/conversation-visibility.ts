/** Who may hear of which conversations. The rule is the chat's; the socket server only asks. */
export type ConversationVisibility = {
  /** Whether the company currently has the chat: without it no one is notified about its conversations. */
  isOpen: (companyId: string) => Promise<boolean>
  /**
   * Those of these conversations that members see who do not see everything in the company. Members who are not in the
   * answer see all of them.
   */
  ofLimited: (
    companyId: string,
    conversationIds: readonly string[],
    isHere: (userId: string) => boolean,
  ) => Promise<ReadonlyMap<string, ReadonlySet<string>>>
  /** Whether the conversation is the company's, which has the chat, and the member sees it. */
  sees: (companyId: string, userId: string, conversationId: string) => Promise<boolean>
}

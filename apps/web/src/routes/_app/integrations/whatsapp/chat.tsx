import { createFileRoute, useRouter } from '@tanstack/react-router'
import { lazyCode } from '#web/components/page/lazy-component.tsx'

import { ChatPage } from '#web/features/inbox/conversations/chat-page.tsx'
import { type ChatSearch, validateChatSearch } from '#web/features/inbox/conversations/search.ts'
import { MessageDetails } from '#web/queries/messages.ts'

const MessageDrawer = lazyCode(
  async () => (await import('#web/features/inbox/message-log/message-drawer.tsx')).MessageDrawer,
)

const Page = () => {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const router = useRouter()
  return (
    <MessageDetails value={MessageDrawer}>
      <ChatPage
        search={search}
        onSearch={(part, options) =>
          void navigate({ search: (now) => validateChatSearch({ ...now, ...part }) as ChatSearch, ...options })
        }
        onBack={() => router.history.back()}
      />
    </MessageDetails>
  )
}

export const Route = createFileRoute('/_app/integrations/whatsapp/chat')({
  validateSearch: validateChatSearch,
  loader: async ({ context, location }) => {
    const { conversation } = validateChatSearch(location.search)
    // Loads its code beside the page's. If that fails, the page loads it again and shows the error.
    if (conversation) void import('#web/features/inbox/conversations/conversation-pane.tsx').catch(() => undefined)
    // A page that begins with a conversation reads it beside its code; later the page itself hears what changes meanwhile.
    if (conversation && context.socket.status() === 'off')
      void import('#web/features/inbox/conversations/read-opened.ts').then(
        ({ readOpened }) => readOpened(context, conversation),
        // The page reads it again, and says what is wrong.
        () => undefined,
      )
    await context.texts.loadNamespaces([
      'automation/start',
      'inbox/conversations',
      'contacts/contact',
      'contacts/consent',
      'contacts/merge',
      'whatsapp/graph-errors',
      'errors',
      'validation',
    ])
  },
  staticData: {
    title: 'inbox/conversations:title',
    ability: 'conversations.view',
    fullHeight: true,
    staysReadable: true,
  },
  component: Page,
})

import { createFileRoute } from '@tanstack/react-router'
import { SystemPage, type SystemSearch } from '#web/features/admin/system/system-page.tsx'

const Page = () => {
  const navigate = Route.useNavigate()
  return <SystemPage search={Route.useSearch()} onSearch={(search) => void navigate({ search, resetScroll: false })} />
}

export const Route = createFileRoute('/_app/admin/system')({
  validateSearch: ({ cursor }: Record<string, unknown>): SystemSearch =>
    typeof cursor === 'string' && cursor !== '' ? { cursor } : {},
  staticData: { title: 'admin/system:title', ability: 'admin.platform' },
  loader: ({ context }) => context.texts.loadNamespaces(['admin/system', 'inbox/message-log', 'errors']),
  component: Page,
})

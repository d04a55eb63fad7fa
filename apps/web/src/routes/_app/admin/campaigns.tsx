import { createFileRoute } from '@tanstack/react-router'
import { AnnouncementsPage } from '#web/features/admin/announcements/announcements-page.tsx'
import { validateSystemSearch } from '#web/features/admin/announcements/search.ts'

const Page = () => {
  const navigate = Route.useNavigate()
  return <AnnouncementsPage search={Route.useSearch()} onSearch={(search) => void navigate({ search })} />
}

export const Route = createFileRoute('/_app/admin/campaigns')({
  validateSearch: validateSystemSearch,
  staticData: { title: 'admin/announcements:title', ability: 'admin.platform' },
  loader: ({ context }) => context.texts.loadNamespaces(['admin/announcements', 'admin/accounts', 'errors']),
  component: Page,
})

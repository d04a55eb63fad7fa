import { createFileRoute } from '@tanstack/react-router'
import { DashboardPage } from '#web/features/admin/dashboard/dashboard-page.tsx'
import { type DashboardSearch, validateDashboard } from '#web/features/admin/dashboard/periods.ts'

const Page = () => {
  const navigate = Route.useNavigate()
  const onSearch = (search: DashboardSearch) => void navigate({ search, replace: true })
  return <DashboardPage search={Route.useSearch()} onSearch={onSearch} />
}

export const Route = createFileRoute('/_app/dashboard')({
  validateSearch: validateDashboard,
  staticData: { title: 'nav.dashboard', ability: 'dashboard.view' },
  loader: ({ context }) => context.texts.loadNamespaces(['admin/dashboard', 'charts', 'lists']),
  component: Page,
})

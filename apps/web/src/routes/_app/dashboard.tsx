import { createFileRoute } from '@tanstack/react-router'
import { DashboardPage } from '../../features/dashboard/dashboard-page.tsx'
import { type Period, periods } from '../../features/dashboard/periods.ts'

const validateSearch = (search: Record<string, unknown>): { days?: Period } => {
  const days = periods.find((period) => period === Number(search.days))
  return days ? { days } : {}
}

const Page = () => {
  const navigate = Route.useNavigate()
  const onDays = (days: Period) => void navigate({ search: { days }, replace: true })
  return <DashboardPage days={Route.useSearch().days ?? 7} onDays={onDays} />
}

export const Route = createFileRoute('/_app/dashboard')({
  validateSearch,
  staticData: { title: 'nav.dashboard', ability: 'dashboard.view' },
  loader: ({ context }) => context.texts.loadNamespaces(['dashboard']),
  component: Page,
})

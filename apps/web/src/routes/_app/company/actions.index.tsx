import { createFileRoute } from '@tanstack/react-router'
import { AutomationsPage } from '#web/features/automation/automations/list/automations-page.tsx'
import { validateAutomationSearch } from '#web/features/automation/automations/list/search.ts'

const Page = () => {
  const navigate = Route.useNavigate()
  return (
    <AutomationsPage
      search={validateAutomationSearch(Route.useSearch())}
      onSearch={(search) => void navigate({ search })}
    />
  )
}

export const Route = createFileRoute('/_app/company/actions/')({
  validateSearch: validateAutomationSearch,
  staticData: { title: 'automation/automations:title', ability: 'automations.view' },
  loader: ({ context }) => context.texts.loadNamespaces(['automation/automations', 'validation', 'errors']),
  component: Page,
})

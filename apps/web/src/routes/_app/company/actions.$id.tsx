import { createFileRoute } from '@tanstack/react-router'
import { AutomationPage } from '#web/features/automation/automations/builder/automation-page.tsx'
import { validateAutomationPageSearch } from '#web/features/automation/automations/builder/search.ts'

const Page = () => {
  const { id } = Route.useParams()
  const navigate = Route.useNavigate()
  return (
    <AutomationPage
      id={id}
      search={validateAutomationPageSearch(Route.useSearch())}
      onSearch={(search) => void navigate({ search, replace: true, resetScroll: false })}
    />
  )
}

export const Route = createFileRoute('/_app/company/actions/$id')({
  validateSearch: validateAutomationPageSearch,
  staticData: { title: 'automation/automations:title', ability: 'automations.view' },
  loader: ({ context }) =>
    context.texts.loadNamespaces([
      'automation/automations',
      'canvas',
      'filters',
      'contacts/contact',
      'contacts/list',
      'inbox/conversations',
      'validation',
      'errors',
    ]),
  component: Page,
})

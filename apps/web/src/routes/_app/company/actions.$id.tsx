import { createFileRoute } from '@tanstack/react-router'
import { lazyComponent } from '#web/components/page/lazy-component.tsx'
import { Preloader } from '#web/components/page/preloader.tsx'
import { validateAutomationPageSearch } from '#web/features/automation/automations/builder/search.ts'

// The model of automations has schemas of its own, which come with their screen.
const AutomationPage = lazyComponent(
  async () => (await import('#web/features/automation/automations/builder/automation-page.tsx')).AutomationPage,
  <Preloader />,
)

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

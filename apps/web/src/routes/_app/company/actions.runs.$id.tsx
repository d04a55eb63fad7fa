import { createFileRoute } from '@tanstack/react-router'
import { lazyComponent } from '#web/components/page/lazy-component.tsx'
import { Preloader } from '#web/components/page/preloader.tsx'

const RunPage = lazyComponent(
  async () => (await import('#web/features/automation/automations/runs/run-page.tsx')).RunPage,
  <Preloader />,
)

const Page = () => <RunPage id={Route.useParams().id} />

export const Route = createFileRoute('/_app/company/actions/runs/$id')({
  staticData: { title: 'automation/automations:run.title', ability: 'automations.view' },
  loader: ({ context }) =>
    context.texts.loadNamespaces([
      'automation/automations',
      'canvas',
      'filters',
      'contacts/contact',
      'contacts/list',
      'errors',
    ]),
  component: Page,
})

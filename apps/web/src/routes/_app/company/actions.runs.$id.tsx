import { createFileRoute } from '@tanstack/react-router'
import { RunPage } from '#web/features/automation/automations/runs/run-page.tsx'

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

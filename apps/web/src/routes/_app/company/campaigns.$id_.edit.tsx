import { createFileRoute } from '@tanstack/react-router'
import { EditCampaignPage } from '#web/features/campaigns/wizard/edit-campaign-page.tsx'

const Page = () => <EditCampaignPage id={Route.useParams().id} />

export const Route = createFileRoute('/_app/company/campaigns/$id_/edit')({
  staticData: { title: 'campaigns/list:edit', ability: 'campaigns.write' },
  loader: ({ context }) =>
    context.texts.loadNamespaces(['campaigns/wizard', 'campaigns/preflight', 'campaigns/list', 'validation', 'errors']),
  component: Page,
})

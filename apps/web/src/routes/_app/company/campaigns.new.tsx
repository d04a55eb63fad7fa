import { createFileRoute } from '@tanstack/react-router'
import { NewCampaignPage } from '#web/features/campaigns/list/new-campaign-page.tsx'

export const Route = createFileRoute('/_app/company/campaigns/new')({
  staticData: { title: 'campaigns/list:add', ability: 'campaigns.write' },
  loader: ({ context }) => context.texts.loadNamespaces(['campaigns/list', 'validation', 'errors']),
  component: NewCampaignPage,
})

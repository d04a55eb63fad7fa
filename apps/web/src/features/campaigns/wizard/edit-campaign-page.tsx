import { useQuery } from '@tanstack/react-query'
import { RecordFallback } from '#web/components/feedback/record-fallback.tsx'
import { lazyComponent } from '#web/components/page/lazy-component.tsx'
import { campaignQuery } from '#web/queries/campaigns.ts'

const CampaignWizard = lazyComponent(async () => (await import('./campaign-wizard.tsx')).CampaignWizard)

/** A campaign that is written, step by step. */
export const EditCampaignPage = ({ id }: { id: string }) => {
  const query = useQuery({ ...campaignQuery(id), refetchOnWindowFocus: false })
  if (!query.data) return <RecordFallback query={query} />
  return <CampaignWizard key={id} found={query.data} />
}

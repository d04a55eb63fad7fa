import { Paper, Stack, Text, TextInput, Title } from '@mantine/core'
import { campaignName } from '@recado/contracts/campaigns/campaign-name'
import { useTranslation } from 'react-i18next'
import { useBeginCampaign } from '#web/components/campaign/use-begin-campaign.ts'
import { LinkButton } from '#web/components/content/link-button.tsx'
import { TextLink } from '#web/components/content/text-link.tsx'
import { FormPage } from '#web/components/form/form-page.tsx'
import { day } from '#web/lib/i18n/dates.ts'
import { useContractForm } from '#web/lib/ui/form.ts'
import { RecipeCards } from './recipe-cards.tsx'
import { type NewCampaignSearch, sourcesOf } from './search.ts'

/** Begins a campaign: a name is all that it needs, or one of the drafts that are ready where it has no audience yet. */
export const NewCampaignPage = ({ search }: { search: NewCampaignSearch }) => {
  const { t, i18n } = useTranslation(['campaigns/list', 'validation', 'errors'])
  const begin = useBeginCampaign()
  const sources = sourcesOf(search)
  const { form, state } = useContractForm<{ name: string }>({
    schema: campaignName,
    initialValues: { name: t('new.name', { date: day(new Date(), i18n.language) }) },
    onSubmit: ({ name }) => begin.mutateAsync({ name, ...(sources.length > 0 && { audience: { sources } }) }),
  })
  return (
    <FormPage
      {...state}
      title={t('add')}
      back={
        <TextLink to="/company/campaigns" size="sm">
          {t('title')}
        </TextLink>
      }
      submitLabel={t('common:continue')}
      cancel={
        <LinkButton to="/company/campaigns" variant="default">
          {t('common:cancel')}
        </LinkButton>
      }
    >
      <Paper withBorder p="lg">
        <Stack gap="lg">
          <TextInput
            label={t('new.label')}
            description={t('new.text')}
            required
            maxLength={120}
            data-autofocus
            {...form.getInputProps('name')}
          />
          {sources.length === 0 ? (
            <div>
              <Title order={2} fz="md">
                {t('recipe.title')}
              </Title>
              <Text size="sm" c="dimmed">
                {t('recipe.text')}
              </Text>
              <RecipeCards />
            </div>
          ) : null}
        </Stack>
      </Paper>
    </FormPage>
  )
}

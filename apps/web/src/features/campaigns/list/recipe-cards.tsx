import { Text, UnstyledButton } from '@mantine/core'
import { IconCalendarHeart, IconConfetti, IconNews } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useBeginCampaign } from '#web/components/campaign/use-begin-campaign.ts'
import { useSignedIn } from '#web/lib/session/session.ts'
import classes from './recipes.module.css'
import { type Recipe, recipeNames, recipes } from './recipes.ts'

const icons = { news: IconNews, comeback: IconConfetti, reminder: IconCalendarHeart } satisfies Record<Recipe, unknown>

/** Campaigns to begin with: the audience and the schedule are filled in, and the template is chosen next. */
export const RecipeCards = () => {
  const { t } = useTranslation('campaigns/list')
  const begin = useBeginCampaign()
  const zone = useSignedIn().user.currentCompany?.timezone ?? 'UTC'
  return (
    <ul className={classes.recipes} aria-label={t('recipe.title')}>
      {recipeNames.map((name) => {
        const Icon = icons[name]
        return (
          <li key={name}>
            <UnstyledButton
              className={classes.recipe ?? ''}
              disabled={begin.isPending}
              onClick={() => begin.mutate({ name: t(`recipe.${name}.title`), ...recipes[name](zone), step: 'content' })}
            >
              <Icon size={24} stroke={1.6} aria-hidden="true" />
              <Text fw={600} size="sm" component="span">
                {t(`recipe.${name}.title`)}
              </Text>
              <Text size="sm" c="dimmed" component="span">
                {t(`recipe.${name}.text`)}
              </Text>
            </UnstyledButton>
          </li>
        )
      })}
    </ul>
  )
}

import { Stack } from '@mantine/core'
import { lazyComponent } from '#web/components/page/lazy-component.tsx'
import { CategoryField } from './category-field.tsx'
import type { FormProps } from './form-props.ts'
import { kindOf } from './kinds.ts'
import { MessageButtons, MessageFields } from './message-fields.tsx'

const AuthenticationFields = lazyComponent(
  async () => (await import('./authentication-fields.tsx')).AuthenticationFields,
)
const AdvancedFields = lazyComponent(async () => (await import('./advanced-fields.tsx')).AdvancedFields)
const OfferFields = lazyComponent(async () => (await import('./offer-fields.tsx')).OfferFields)
const CarouselFields = lazyComponent(async () => (await import('./carousel-fields.tsx')).CarouselFields)

const KindFields = (props: FormProps) => {
  const kind = kindOf(props.content)
  if (kind === 'code') return <AuthenticationFields {...props} />
  return (
    <>
      <MessageFields {...props} />
      {kind === 'offer' ? <OfferFields {...props} /> : null}
      {kind === 'carousel' ? <CarouselFields {...props} /> : <MessageButtons {...props} />}
    </>
  )
}

/** All fields of a template. */
export const TemplateFormFields = (props: FormProps) => (
  <Stack gap="md">
    <CategoryField {...props} />
    <KindFields {...props} />
    <AdvancedFields {...props} />
  </Stack>
)

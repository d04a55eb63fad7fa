import { expect, test } from 'vitest'
import { pictureSources } from './pictures.ts'

test('a picture comes in the widths that the endpoint has, for common and for dense screens', () => {
  const address = (width: number) => `/api/v1/images?url=%2Fapi%2Fv1%2Fusers%2F1%2Favatar%3Fv%3D2&w=${width}&q=75`
  expect(pictureSources('/api/v1/users/1/avatar?v=2', 34)).toEqual({
    src: address(96),
    srcSet: `${address(48)} 1x, ${address(96)} 2x`,
  })
  expect(pictureSources('/logo.png', 9000).src).toContain('w=3840')
})

test('a picture that is in the page already is taken as it is', () => {
  expect(pictureSources('blob:1', 34)).toEqual({ src: 'blob:1' })
})

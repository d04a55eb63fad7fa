import { expect, it } from 'vitest'
import { cssRule } from './css-object.ts'

it.each([
  [
    'names in camel case',
    { backgroundColor: 'red', WebkitLineClamp: 2, msFlex: 1 },
    'background-color:red;-webkit-line-clamp:2;-ms-flex:1px;',
  ],
  ['lengths of numbers', { padding: 4, marginTop: -2, top: 0 }, 'padding:4px;margin-top:-2px;top:0;'],
  [
    'numbers that are no lengths',
    { zIndex: 3, opacity: 0.5, lineHeight: 1.2, flexGrow: 1 },
    'z-index:3;opacity:0.5;line-height:1.2;flex-grow:1;',
  ],
  ['variables as they are', { '--size': 3 }, '--size:3;'],
  ['one value after the other', { display: ['-webkit-box', 'flex'] }, 'display:-webkit-box;display:flex;'],
  ['nothing of what is not there', { color: undefined, top: null, left: false }, ''],
  [
    'states',
    { ':hover': { color: 'red' }, '&:focus-visible': { color: 'blue' } },
    '&:hover{color:red;}&:focus-visible{color:blue;}',
  ],
  ['elements inside', { svg: { width: 20 }, '> span': { margin: 0 } }, '& svg{width:20px;}& > span{margin:0;}'],
  ['several selectors', { 'a, &:is(.b, .c), :active': { top: 1 } }, '& a,&:is(.b, .c),&:active{top:1px;}'],
  ['what is around', { '.dark &': { color: 'white' } }, '.dark &{color:white;}'],
  [
    'conditions',
    { '@media (max-width: 480px)': { width: 1, ':hover': { width: 2 } } },
    '@media (max-width: 480px){width:1px;&:hover{width:2px;}}',
  ],
])('writes %s', (_, style, body) => {
  expect(cssRule('.x', style)).toBe(body && `.x{${body}}`)
})

/** The organisation of the product itself. A fixed id lets the primary key decide who makes it. */
export const PLATFORM_ORGANIZATION = '000000000000000000000001'

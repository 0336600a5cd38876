/** How MongoDB sorts names like the service: regardless of case and accents. */
export const nameCollation = { locale: 'en', strength: 1 }

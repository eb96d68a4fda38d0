/** Capitalized words of English questions, and those that are not names. */

/** Capitalized within a sentence; all capitals is an abbreviation. */
export const CAPITALISED = /(?<=[a-z,'’] )[A-Z](?=[\p{L}’'-]*\p{Ll})[\p{L}’'-]{3,}/gu;

/** A word of four or more letters in lower case. */
export const SMALL_WORD = /(?<![\p{L}’'-])\p{Ll}{4}/u;
/** A month, a day or a feast. */
export const CALENDAR =
  /^(?:january|february|march|april|may|june|july|august|sept|september|october|november|december|monday|tuesday|wednesday|thursday|friday|saturday|sunday|easter|christmas|ramadan|summer|winter|spring|autumn)$/;
/** Offices and generic words for countries. */
export const OFFICES =
  /^(?:president|prime|minister|supreme|leader|regime|civil|government|state|states|republic|party|north|south|east|west|central|greater|strait|gulf|island|islands|city|region|province|army|military|general|security|council|country|person|another|other|big|next|least|between|power|peace|board|times|average|plant|field|pipeline|base|facilit|municipality|site|airport|complex|crude|fact|check|energy|infrastructure|commission|assembl|legislat|operation|palace|bridge|embassy|residence)/;

/** The longest word, ties to the first; '' when there is none. */
export const longestOf = (words: readonly string[]): string =>
  words.reduce((longest, one) => (one.length > longest.length ? one : longest), '');

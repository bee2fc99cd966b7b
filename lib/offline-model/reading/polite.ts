/** A message without the words of politeness around what it asks for. */

export const POLITE =
  /^(?:(?:please|pls|plz|kindly|hey|hi|hello|amber|ok(?:ay)?|now|can you|could you|would you|will you|i want you to|i want to|i would like to|i['’]d like to|i need to|let['’]?s)[\s,]+)+/i;
const AFTER = /(?:[\s,]+(?:please|pls|plz|thanks|thank you|for me|if possible))*[\s.!?]*$/i;

export const withoutPoliteness = (message: string) =>
  message.replace(/\s+/g, ' ').trim().replace(POLITE, '').replace(AFTER, '').replace(/[‘’]/g, "'");

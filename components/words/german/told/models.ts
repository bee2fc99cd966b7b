/** Was der Server von Modellen sagt, die ein Team selbst verbindet. */
export const MODELS_TOLD: Readonly<Record<string, string>> = {
  'The key of this model cannot be read any more. An admin can enter it again in Settings, Models.':
    'Der Schlüssel dieses Modells lässt sich nicht mehr lesen. Ein Admin kann ihn unter Einstellungen, Modelle neu eingeben.',
  'The model has an address that is not on the open internet. It was not asked.':
    'Das Modell hat eine Adresse, die nicht im offenen Internet liegt. Es wurde nicht gefragt.',
  'Address: it must begin with https:// and hold no user, no password and nothing behind a question mark.':
    'Adresse: Sie muss mit https:// beginnen und darf weder einen Namen noch ein Passwort noch etwas hinter einem Fragezeichen enthalten.',
  'Address: it must begin with https://, so that nobody on the way reads the key.':
    'Adresse: Sie muss mit https:// beginnen, damit unterwegs niemand den Schlüssel liest.',
  'Address: {host} is not on the open internet, and only what is there can be connected here. The operator can name others in OPENAI_BASE_URL or AMBER_MODELS.':
    'Adresse: {host} liegt nicht im offenen Internet, und nur was dort ist, lässt sich hier verbinden. Wer Amber betreibt, kann andere in OPENAI_BASE_URL oder AMBER_MODELS nennen.',
  'Key: OpenAI answers nobody without one.': 'Schlüssel: Ohne einen antwortet OpenAI niemandem.',
  'Only admins add the example company.': 'Nur Admins können die Beispielfirma hinzufügen.',
  'The team has records of its own. The example company is for teams without any.':
    'Das Team hat eigene Daten. Die Beispielfirma ist für Teams ohne Daten.',
  'Only admins connect models.': 'Nur Admins verbinden Modelle.',
  'The team has connected no model.': 'Das Team hat kein Modell verbunden.',
  '{why} It was not connected.': '{why} Es wurde nicht verbunden.',
  'It did not answer within {seconds} seconds.': 'Es hat nach {seconds} Sekunden nicht geantwortet.',
  'The model cannot be reached. Try again; if it stays so, check its address in Settings, Models.':
    'Das Modell ist nicht zu erreichen. Versuchen Sie es noch einmal; bleibt es dabei, prüfen Sie seine Adresse unter Einstellungen, Modelle.',
  'The model refused the key ({status}). Enter another one in Settings, Models.':
    'Das Modell hat den Schlüssel abgelehnt ({status}). Geben Sie unter Einstellungen, Modelle einen anderen ein.',
  'The model does not exist at this address (404). Check its name and its address in Settings, Models.':
    'Unter dieser Adresse gibt es das Modell nicht (404). Prüfen Sie seinen Namen und seine Adresse unter Einstellungen, Modelle.',
  'No model can be reached at this address. Check the address above, and whether this machine gets there.':
    'Unter dieser Adresse ist kein Modell zu erreichen. Prüfen Sie die Adresse oben und ob dieser Rechner dorthin kommt.',
  'The key was refused ({status}). Enter another one above.':
    'Der Schlüssel wurde abgelehnt ({status}). Geben Sie oben einen anderen ein.',
  'There is no model of this name at this address (404). Check both above.':
    'Unter dieser Adresse gibt es kein Modell dieses Namens (404). Prüfen Sie oben beides.',
  'The model\u2019s answer is longer than what is taken of one. Ask for less at once.':
    'Die Antwort des Modells ist länger, als Amber annimmt. Verlangen Sie weniger auf einmal.',
};

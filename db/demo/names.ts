/** The customers' names and where they are. Invented; a likeness to real firms is chance. */

export interface Place {
  country: string;
  cities: string[];
  currency: 'EUR' | 'GBP' | 'USD';
  /** Patterns in which `#` is a digit. */
  phone: string;
  taxId: string;
  customers: string[];
}

const list = (text: string) => text.split(',').map((name) => name.trim().replace(/\s+/g, ' '));

export const HALDEN = 'Halden Optics';

export const PLACES: Place[] = [
  {
    country: 'Ireland',
    cities: list('Dublin, Cork, Galway, Limerick, Waterford, Kilkenny, Sligo, Wexford, Athlone, Drogheda'),
    currency: 'EUR',
    phone: '+353 1 555 0###',
    taxId: 'IE#######TH',
    customers: list(`${HALDEN}, Kestrel Bakery, Larkfield Pharmacy, Quayside Books, Brennan & Sons Hardware,
      Copper Kettle Cafés, Fernhill Veterinary, Saltmarsh Seafoods, Two Rivers Dental, Ballyhale Cycles,
      The Linen Room, Rowan Tree Montessori, Glenmore Physiotherapy, Harbour Light Hotel, Pike & Plover,
      Ashgrove Solicitors, Wicklow Wool Company, Foxglove Florists, Liffey Street Records, Burren Outdoor,
      Marlowe Accountants, Tidewater Surf Shop, Clover & Rye, Donnelly Opticians, Stonebridge Credit Union,
      Millrace Brewing, Oakhouse Furniture, Dunmore Pottery, Sheehan Motors, Bluebell Crèche,
      Castlegate Cinema, Nolan's Butchers, Swift Parcel Depot, Heron Quay Offices, Tara Street Barbers,
      Ivy Lane Skincare, Greystones Sailing Club, Hazelwood Nursing Home, Keane Jewellers, Lough View Hostel,
      Meadowbank Dairy, Redmond Insurance Brokers, Shannon Court Apartments, Thistle & Thread, Carrick Language School,
      Wren Street Studios, Yellow Door Bistro, Avoca Road Garage, Bramble Toys, Corrib Data Services,
      Dalkey Chocolate Makers, Elmpark Orthodontics, Fallon Travel, Grand Canal Gym, Hollybrook Golf Club,
      Inishmore Knitwear, Joyce & Daughters, Kinsella Coffee Roasters, Lantern Theatre, Moorland Meats,
      Northside Tool Hire, Old Mill Antiques, Portobello Pilates, Rathmines Music School, Silverbirch Spa,
      Talbot Architects, Upper Lake Lodge, Viking Quarter Tours, Westbury Tailors, Parnell Street Pantry,
      Seven Oaks Library Café, Molloy Agri Supplies`),
  },
  {
    country: 'United Kingdom',
    cities: list('London, Belfast, Manchester, Edinburgh, Bristol'),
    currency: 'GBP',
    phone: '+44 20 5550 0###',
    taxId: 'GB#########',
    customers:
      list(`Bexley Stationers Ltd, Pemberton Tea Rooms, Cavehill Cycles, Northgate Galleries Ltd, Tyne & Tallow,
      Calder Opticians Ltd, Westmoor Vets, Lagan Office Lets, Harrow Lane Deli, Fenwick Bookbinders, Albany Dental Care,
      Severn Sound Studios, Thornbury Toys Ltd, Camden Lock Ceramics`),
  },
  {
    country: 'United States',
    cities: list('Boston, New York, Chicago'),
    currency: 'USD',
    phone: '+1 617 555 01##',
    taxId: '##-#######',
    customers:
      list(`Beacon Hill Imports Inc., Prairie Lane Coffee LLC, Harborview Realty Inc., Juniper & Slate LLC,
      Lakeshore Apparel Inc., Old Colony Books LLC, Redwood Analytics Inc., Cobalt Street Gallery`),
  },
  {
    country: 'Germany',
    cities: list('Berlin, Hamburg, Köln, München, Leipzig, Bremen'),
    currency: 'EUR',
    phone: '+49 30 5550 0###',
    taxId: 'DE#########',
    customers:
      list(`Bäckerei Lindner GmbH, Optik Sommerfeld, Kranich Apotheke, Hafenkontor Möbel GmbH, Weber Fahrräder,
      Buchhandlung Altmark, Café Königshof, Steinfeld Zahnärzte, Nordlicht Leuchten GmbH, Brauhaus Eichental,
      Rosenthaler Blumen, Kindergarten Sonnenweg, Schreiber & Voss Kanzlei, Tischlerei Hartwig, Morgenrot Yoga,
      Isar Sportgeräte GmbH, Lichtblick Kino, Vogel Hörakustik, Grünwald Feinkost, Petersen Schuhhaus,
      Spreeufer Coworking GmbH, Musikhaus Klinger`),
  },
  {
    country: 'Netherlands',
    cities: list('Amsterdam, Rotterdam, Utrecht, Den Haag, Groningen'),
    currency: 'EUR',
    phone: '+31 20 555 0###',
    taxId: 'NL#########B01',
    customers:
      list(`De Vries Tandartsen, Bakkerij Oudegracht BV, Fietsenwinkel Maas, Van Dijk Optiek, Noordzee Vis BV,
      Kantoor Keizersgracht, Bloemist Tulpendal, Boekhandel Zuiderkade, Koffiebranderij Haven BV, Jansen Apotheek,
      Atelier Roodborst, Sportschool De Brug, Kinderopvang Zonnetje, Hotel Waterpoort BV, Veldkamp Notarissen,
      Meubelmakerij Eiken, Kaashuis Terpstra, Smit Rijwielen, Galerie Witte Zwaan, Brouwerij De Reiger`),
  },
  {
    country: 'France',
    cities: list('Paris, Lyon, Nantes, Lille, Rennes'),
    currency: 'EUR',
    phone: '+33 1 55 50 0# ##',
    taxId: 'FR###########',
    customers:
      list(`Boulangerie Mercier, Optique du Marais, Pharmacie des Quais, Librairie Beaulieu, Atelier Fontaine SARL,
      Café des Tilleuls, Cabinet Rousselot, Fromagerie Vernet, Hôtel du Vieux Pont, Garage Lemoine SARL,
      Fleurs de Saison, École Petit Prince, Cycles Bonnard, Maison Delacourt SAS, Théâtre de la Lune,
      Chocolaterie Armand`),
  },
  {
    country: 'Belgium',
    cities: list('Brussels, Ghent, Antwerp, Liège'),
    currency: 'EUR',
    phone: '+32 2 555 0# ##',
    taxId: 'BE0#########',
    customers:
      list(`Brasserie Sainte-Anne, Apotheek Leieland, Optiek Claessens, Chocolatier Peeters, Drukkerij Vanhoutte BV,
      Maison Lambert SRL, Fietspunt Gent, Wasserij Blauwe Lelie, Cabinet Dumoulin, Schoenen Maes`),
  },
  {
    country: 'Spain',
    cities: list('Madrid, Barcelona, Valencia, Bilbao'),
    currency: 'EUR',
    phone: '+34 91 555 0# ##',
    taxId: 'ESB########',
    customers:
      list(`Panadería Olmedo SL, Óptica Miraflores, Farmacia del Puerto, Librería Cervera, Clínica Dental Ribera,
      Bodegas Montealto SL, Hotel Plaza Mayor SL, Muebles Iturbe, Gimnasio Levante, Café Alameda`),
  },
  {
    country: 'Italy',
    cities: list('Milan, Turin, Bologna, Florence'),
    currency: 'EUR',
    phone: '+39 02 5550 0###',
    taxId: 'IT###########',
    customers:
      list(`Ottica Bellini, Forno San Marco Srl, Farmacia Colombo, Studio Legale Ferrante, Libreria del Corso,
      Gelateria Pistacchio, Cicli Moretti, Albergo Due Torri Srl`),
  },
  {
    country: 'Portugal',
    cities: list('Lisbon, Porto, Braga'),
    currency: 'EUR',
    phone: '+351 21 555 0###',
    taxId: 'PT#########',
    customers:
      list(`Padaria Ribeira Lda, Óptica Boavista, Livraria Chiado Velho, Clínica Santa Luzia, Azulejos Faria Lda,
      Hotel Miradouro`),
  },
  {
    country: 'Austria',
    cities: list('Vienna, Graz, Salzburg'),
    currency: 'EUR',
    phone: '+43 1 555 0###',
    taxId: 'ATU########',
    customers: list(
      `Konditorei Hofgarten, Optik Wallner, Alpenblick Sport GmbH, Buchhandlung Donauzeile, Zahnarztpraxis Reiter`,
    ),
  },
  {
    country: 'Finland',
    cities: list('Helsinki, Turku, Tampere'),
    currency: 'EUR',
    phone: '+358 9 555 0###',
    taxId: 'FI########',
    customers: list(
      `Kahvila Kuusi Oy, Optikko Järvinen, Kirjakauppa Meri, Hammaslääkärit Aalto Oy, Puutyö Lehtonen Oy`,
    ),
  },
  {
    country: 'Luxembourg',
    cities: list('Luxembourg'),
    currency: 'EUR',
    phone: '+352 55 50 ##',
    taxId: 'LU########',
    customers: list(`Pétrusse Conseil Sàrl, Boucherie Wagner, Optique Grand-Rue, Hôtel Bellevue Sàrl`),
  },
];

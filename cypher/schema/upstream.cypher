// Costs of requests, by UTC day.
CREATE CONSTRAINT day_spending IF NOT EXISTS FOR (d:DaySpending) REQUIRE (d.purse, d.date) IS UNIQUE;
CREATE CONSTRAINT paid_request_id IF NOT EXISTS FOR (r:PaidRequest) REQUIRE r.id IS UNIQUE;
CREATE INDEX day_spending_date IF NOT EXISTS FOR (d:DaySpending) ON (d.date);

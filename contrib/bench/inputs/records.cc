// SPDX-License-Identifier: GPL-3.0-or-later
// For stacks.py: writes 800 records as JSON, reads them back, and adds up what is in them.
#include <cstdio>
#include <memory>
#include <sstream>
#include <json/json.h>

static Json::Value make_records(int num)
{
    Json::Value records(Json::arrayValue);
    for (int i = 0; i < num; i++) {
        Json::Value record;
        record["number"] = i;
        record["name"] = "record " + std::to_string(i);
        record["share"] = i / 7.0;
        for (int k = 0; k < i % 5; k++)
            record["parts"].append(k * i);
        records.append(record);
    }
    return records;
}

static double add_up(const Json::Value &records)
{
    double sum = 0;
    for (const Json::Value &record : records) {
        sum += record["number"].asInt() + record["share"].asDouble() + record["name"].asString().size();
        for (const Json::Value &part : record["parts"])
            sum += part.asInt();
    }
    return sum;
}

int main()
{
    Json::StreamWriterBuilder writer;
    std::string text = Json::writeString(writer, make_records(800)), errors;
    Json::CharReaderBuilder reader;
    std::istringstream stream(text);
    Json::Value records;
    if (!Json::parseFromStream(reader, stream, &records, &errors))
        return 1;
    std::printf("%zu bytes, sum %g\n", text.size(), add_up(records));
}
